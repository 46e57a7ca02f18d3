// Declared because keytar is optional: where it is absent, the types must still check.
declare module 'keytar'

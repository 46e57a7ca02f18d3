/** Declared here because keytar is optional: where it is absent, the types must still check. */
declare module 'keytar' {
  const keytar: import('./vault-keychain.ts').KeychainModule
  export default keytar
}

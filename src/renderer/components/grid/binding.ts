/** A property of a component that a class reads and writes. */
export interface Binding<Value> {
  get: () => Value
  set: (value: Value) => void
}

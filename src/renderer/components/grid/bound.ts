/** A property of a component that a class reads and writes. */
export interface Bound<Value> {
  get: () => Value
  set: (value: Value) => void
}

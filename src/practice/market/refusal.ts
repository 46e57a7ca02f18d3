/** An answer that is no: it becomes the service's error envelope. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const envelope = <Data>(data: Data) => ({ status: 'success' as const, data })

export const errorEnvelope = (message: string) => ({
  status: 'error' as const,
  error_msg: message,
  error_type: 'E',
})

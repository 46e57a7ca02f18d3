import { generate } from 'selfsigned'

export interface Certificate {
  key: string
  cert: string
}

const day = 24 * 60 * 60 * 1000
const daysFromNow = (days: number): Date => new Date(Date.now() + days * day)
const name = (value: string) => [{ name: 'commonName', value }]
const forHost = {
  name: 'subjectAltName' as const,
  altNames: [{ type: 7 as const, ip: '127.0.0.1' }],
}

export async function authority(
  called = 'Test authority',
  keyType: 'ec' | 'rsa' = 'ec',
): Promise<Certificate> {
  const made = await generate(name(called), {
    algorithm: 'sha256',
    keyType,
    notAfterDate: daysFromNow(30),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { key: made.private, cert: made.cert }
}

interface Leaf {
  by?: Certificate
  from?: number
  to?: number
  altNames?: ({ type: 7; ip: string } | { type: 2; value: string })[]
  purpose?: 'serverAuth' | 'clientAuth'
  rsaBits?: number
}

/** A certificate of 127.0.0.1, right in everything that is not said to be wrong. */
export async function leaf({
  by,
  from = -1,
  to = 30,
  altNames = forHost.altNames,
  purpose = 'serverAuth',
  rsaBits,
}: Leaf): Promise<Certificate> {
  const made = await generate(name('127.0.0.1'), {
    algorithm: 'sha256',
    ...(rsaBits === undefined ? { keyType: 'ec' } : { keyType: 'rsa', keySize: rsaBits }),
    notBeforeDate: daysFromNow(from),
    notAfterDate: daysFromNow(to),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', [purpose]: true },
      { name: 'subjectAltName', altNames },
    ],
    ...(by === undefined ? {} : { ca: by }),
  })
  return { key: made.private, cert: made.cert }
}

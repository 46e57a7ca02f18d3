import { describe, expect, it } from 'vitest'
import { readHostOptions } from '../../../../../src/main/hosts/browser/options.ts'

const machine = { platform: 'linux', home: '/h', env: {} } as const

describe("The browser host's options", () => {
  it('have sensible defaults', () => {
    expect(readHostOptions([], machine)).toEqual({
      dataDir: '/h/.local/share/quarterdeck',
      port: 0,
      isOpening: true,
    })
  })

  it('are read in both spellings', () => {
    const expected = { dataDir: '/d', port: 7071, isOpening: false }
    expect(readHostOptions(['--data', '/d', '--port', '7071', '--no-open'], machine)).toEqual(
      expected,
    )
    expect(readHostOptions(['--data=/d', '--port=7071', '--no-open'], machine)).toEqual(expected)
  })

  it('mean the home by its sign, which a shell leaves alone behind =', () => {
    const dataDirOf = (data: string) => readHostOptions([`--data=${data}`], machine).dataDir
    expect(['~/x', '~', '~x', 'x/~'].map(dataDirOf)).toEqual(['/h/x', '/h', '~x', 'x/~'])
  })

  it('are refused in plain words', () => {
    for (const port of ['x', '65536', '1.5', '-0', '', ' 1', '0x10']) {
      expect(() => readHostOptions([`--port=${port}`], machine), port).toThrow(
        '--port takes a number',
      )
    }
    for (const [args, words] of [
      [['--nonsense'], 'There is no option --nonsense.'],
      [['-x'], 'There is no option -x.'],
      [['stray'], '‘stray’ is not an option.'],
      [['--data'], '--data needs a value.'],
      [['--data', '--port'], '--data needs a value.'],
      [['--no-open=1'], '--no-open takes no value.'],
    ] as const)
      expect(() => readHostOptions([...args], machine), words).toThrow(words)
  })
})

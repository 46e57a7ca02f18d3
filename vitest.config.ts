import { defineConfig } from 'vitest/config'

const node = (name: string) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], environment: 'node' as const },
})

export default defineConfig({
  test: { projects: [node('unit'), node('service'), node('faults')] },
})

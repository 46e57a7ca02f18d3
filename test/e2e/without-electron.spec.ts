import { test } from '@playwright/test'
import { electronObstacle } from './real-electron.ts'

/* Stands for all the specs of the project `electron` where that cannot open: one visible skip. */
test('the same specs in real Electron', () => {
  test.skip(electronObstacle !== null, electronObstacle ?? '')
})

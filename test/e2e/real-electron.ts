import { findElectron } from '../../scripts/set-up/electron.mjs'
import { chooseHost, thisMachine } from '../../scripts/start/host.mjs'

const machine = thisMachine()
// Root has no sandbox to lose: there the specs say more without it than not at all.
const choice = chooseHost(
  { host: 'electron', open: true, port: null },
  { ...machine, noSandbox: null },
)

/** Why real Electron cannot open here, or null where it can. */
export const electronObstacle = 'why' in choice ? choice.why : null

/** How tests start Electron where it can open: the runtime of this checkout, never a download. */
export const electronOptions = () => ({
  executablePath: findElectron() ?? '',
  chromiumSandbox: machine.noSandbox === null,
})

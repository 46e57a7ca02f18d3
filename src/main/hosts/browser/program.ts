/** All of the browser host, which is written as scripts (`electron.config.ts`) and run by `src/main/browser.ts`. */
export { startFailure } from '../start-failure.ts'
export { runBrowserHost } from './host.ts'

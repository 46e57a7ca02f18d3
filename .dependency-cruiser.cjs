/**
 * The walls between the rooms: who may import whom. test/scripts/walls.test.ts breaks each one
 * and expects it to be noticed.
 */

const { rooms } = require('./.rooms.cjs')

/** A package, found in node_modules or not. */
const pack = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`

const electronFamily = pack('electron', 'electron-store')
const uiLibraries = pack(
  'svelte',
  'dockview-core',
  'icon:[\\w-]+',
  '@fontsource-variable/[^/]+',
  'tinykeys',
)

/** Schemas are zod's: what may import shared may parse with it what enters there. */
const schemas = pack('zod')

/** What of the orders is decided, not done. */
const decidesAboutMoney = [
  '^src/main/journal/intent\\.ts$',
  '^src/main/picture/(?!gathered/|login-pictures\\.ts$)',
  '^src/main/orders/(limits/|planning/|doubt/(match|dealing|entry-time)\\.ts$)',
  '^src/main/exits/(exit-goal|left-words|remainder)\\.ts$',
].join('|')

/** Who decides by what is known of a login, or promises something by it. */
const asksThePicture =
  '^src/main/(exits/|quitting/|orders/(limits/|planning/|context/|doubt/(book-search|match|memories|reconcile|settling)\\.ts$)|alerts/(order-watch|order-words|foreign-orders|loss-alert))'
/** Of these, who writes down what it did, and takes up what was left. */
const writesDown =
  '^src/main/(exits/(exits|exit-checks|exit-ends|stop)|orders/doubt/(reconcile|settling))\\.ts$'

/** A room that may import what is listed and, where it runs on Node, Node itself. */
const room = ({ name, comment, from, may, isNode = false }) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { pathNot: may, ...(isNode && { dependencyTypesNot: ['core'] }) },
})

const never = ({ name, comment, from, to }) => ({ name, comment, severity: 'error', from, to })

/** One wall for each feature of each process: what it may import of the other features. */
const featureWalls = Object.entries(rooms).flatMap(([process, features]) =>
  Object.entries(features).map(([feature, others]) =>
    never({
      name: `${process}/${feature}`,
      comment: `In ${process}, ${feature} stands on ${others.join(', ') || 'nothing else'}: see .rooms.cjs.`,
      from: { path: `^src/${process}/${feature}/` },
      to: {
        path: `^src/${process}/`,
        pathNot: [feature, ...others].map((name) =>
          /\.(ts|svelte)$/.test(name)
            ? `^src/${process}/${name.replaceAll('.', '\\.')}$`
            : `^src/${process}/${name}/`,
        ),
      },
    }),
  ),
)

module.exports = {
  forbidden: [
    ...featureWalls,
    room({
      name: 'shared',
      comment: 'What every process agrees on is pure: zod and itself.',
      from: { path: '^src/shared/', pathNot: '^src/shared/core/decimal\\.ts$' },
      may: ['^src/shared/', schemas],
    }),
    room({
      name: 'decimal',
      comment: 'One file knows how decimals are reckoned.',
      from: { path: '^src/shared/core/decimal\\.ts$' },
      may: ['^src/shared/', pack('big.js')],
    }),
    never({
      name: 'big-in-decimal',
      comment: 'Prices are decimal text; only shared/core/decimal.ts makes numbers of them.',
      from: { path: '^src/', pathNot: '^src/shared/core/decimal\\.ts$' },
      to: { path: pack('big.js', '@types/big.js') },
    }),
    room({
      name: 'practice',
      comment: 'The practice broker is a stranger to the desk: Node, shared and itself.',
      from: { path: '^src/practice/' },
      may: ['^src/(practice|shared)/'],
      isNode: true,
    }),
    never({
      name: 'main-not-electron',
      comment: 'The desk is plain Node; only its Electron host knows Electron.',
      from: { path: '^src/main/', pathNot: '^src/main/(index\\.ts$|hosts/electron/)' },
      to: { path: electronFamily },
    }),
    never({
      name: 'main-not-practice',
      comment: 'The desk reaches the practice broker over HTTP, like any other.',
      from: { path: '^src/main/' },
      to: { path: '^src/practice/' },
    }),
    never({
      name: 'main-not-window',
      comment: 'The desk knows the contract, not the windows.',
      from: { path: '^src/main/' },
      to: { path: '^src/(renderer|preload)/' },
    }),
    never({
      name: 'desk-not-host',
      comment: 'Hosts are given to the desk; it does not know which one it has.',
      from: { path: '^src/main/', pathNot: '^src/main/(index\\.ts$|browser\\.ts$|hosts/)' },
      to: { path: '^src/main/(index\\.ts$|browser\\.ts$|hosts/)' },
    }),
    room({
      name: 'service',
      comment: 'The service client: undici (its transport alone), Node, shared and core.',
      from: { path: '^src/main/service/' },
      may: ['^src/main/service/', '^src/main/core/', '^src/shared/', schemas, pack('undici')],
      isNode: true,
    }),
    never({
      name: 'undici-in-transport',
      comment: 'One file speaks HTTP to the service, and holds its rules of trust.',
      from: { path: '^src/', pathNot: '^src/main/service/transport\\.ts$' },
      to: { path: pack('undici') },
    }),
    never({
      name: 'keytar-in-vault',
      comment: 'keytar is archived: replacing it has to stay small.',
      from: { path: '^src/', pathNot: '^src/main/accounts/vault/' },
      to: { path: pack('keytar') },
    }),
    room({
      name: 'orders-pure',
      comment: 'What decides about money is pure.',
      from: { path: decidesAboutMoney },
      may: ['^src/shared/', decidesAboutMoney],
    }),
    never({
      name: 'facts-from-the-picture',
      comment:
        'What is known of a login is gathered in main/picture alone: nobody reads books by themselves.',
      from: { path: asksThePicture },
      to: {
        path: '^src/main/books/|^src/main/picture/(missing/|traded/|gathered/(?!login-intents\\.ts$))|^src/shared/books/(open-rows|staleness)\\.ts$',
      },
    }),
    never({
      name: 'intents-from-the-picture',
      comment: 'What was confirmed is asked of the picture; the journal is for writing down.',
      from: { path: asksThePicture, pathNot: writesDown },
      to: {
        path: '^src/main/journal/(journal|journal-reader|sqlite-journal|projection|search)\\.ts$',
      },
    }),
    room({
      name: 'electron-host',
      comment:
        'The Electron host: Electron, the desk, shared and the Node that all of main runs on.',
      from: { path: '^src/main/(index\\.ts$|hosts/electron/)' },
      may: [
        '^src/main/(?!browser\\.ts$|hosts/browser/)',
        '^src/shared/',
        '^package\\.json$',
        electronFamily,
        schemas,
      ],
      isNode: true,
    }),
    room({
      name: 'browser-host',
      comment: 'The browser host: ws, the desk, shared and Node.',
      from: { path: '^src/main/(browser\\.ts$|hosts/browser/)' },
      may: [
        '^src/main/(?!index\\.ts$|hosts/electron/)',
        '^src/shared/',
        '^package\\.json$',
        // The base of electron-store, handed to the desk by its composition root.
        pack('ws', 'conf'),
        schemas,
      ],
      isNode: true,
    }),
    never({
      name: 'ws-in-browser-host',
      comment: 'Only the browser host speaks WebSocket.',
      from: { path: '^src/', pathNot: '^src/main/hosts/browser/' },
      to: { path: pack('ws') },
    }),
    room({
      name: 'preload',
      comment: 'The preload is Electron and shared; see preload-runtime.',
      from: { path: '^src/preload/' },
      may: ['^src/(preload|shared)/', pack('electron')],
    }),
    never({
      name: 'preload-runtime',
      comment: 'All that the preload runs is Electron and the names of the channels.',
      from: { path: '^src/preload/' },
      to: {
        path: '^src/',
        pathNot: '^src/shared/channels\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    }),
    never({
      name: 'electron-in-its-host',
      comment: 'Electron is known to its host and to the preload.',
      from: { path: '^src/', pathNot: '^src/(main/index\\.ts$|main/hosts/electron/|preload/)' },
      to: { path: electronFamily },
    }),
    room({
      name: 'window',
      comment: 'A window has no Node, no network, no secrets: shared and UI libraries.',
      from: { path: '^src/renderer/' },
      may: ['^src/(renderer|shared)/', uiLibraries, schemas],
    }),
    room({
      name: 'window-core',
      comment: 'What every feature of the window stands on draws no charts, icons or dialogs.',
      from: { path: '^src/renderer/core/' },
      may: ['^src/(renderer|shared)/', pack('svelte', 'tinykeys'), schemas],
    }),
    room({
      name: 'window-door',
      comment: 'The way to the desk is there before all that draws: no library of the window is.',
      from: { path: '^src/renderer/door/' },
      may: ['^src/(renderer|shared)/', schemas],
    }),
    room({
      name: 'components',
      comment: 'Components hold no state and know no bridge.',
      from: { path: '^src/renderer/components/' },
      may: ['^src/renderer/components/', '^src/shared/', uiLibraries],
    }),
    never({
      name: 'production-dependencies',
      comment: 'What runs on Node at the trader’s is installed there: not a dev dependency.',
      from: { path: '^src/(main|shared|practice)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: electronFamily },
    }),
    never({
      name: 'no-tests-in-product',
      comment: 'The product does not know its tests.',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    }),
    never({
      name: 'no-cycles',
      comment: 'Two modules that need each other are one, or three.',
      from: {},
      to: { circular: true },
    }),
    never({
      name: 'resolvable',
      comment: 'An import that leads nowhere passes every other wall.',
      from: { path: '^src/' },
      // npm takes keytar away again where it cannot be compiled; keytar-in-vault holds it still. An
      // icon is drawn by the build, which knows no other name than those of the library.
      to: { couldNotResolve: true, pathNot: pack('keytar', 'icon:[\\w-]+') },
    }),
  ],
  required: [
    {
      name: 'schemas-speak-our-words',
      comment:
        'A program that parses tells people what does not fit in our words, not in a library’s.',
      severity: 'error',
      module: { path: '^src/(main/(index|browser)|practice/(main|worker)|renderer/main)\\.ts$' },
      to: { path: '^src/shared/core/schema-words\\.ts$', reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|svg|woff2|wav)' },
    // Imports of types count too: a wall is about knowing, not only about running.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'node', 'default', 'types'],
    },
  },
}

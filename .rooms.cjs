/**
 * The rooms of each process, one a feature, from the ground upwards: beside itself a feature may
 * import those that are listed for it, and only rooms that stand above it in this table can be. So
 * no two lean on each other, however long the way round. Files that lie outside all folders join
 * features; a room names those that it may import. Where a feature has rooms of its own, they stand in
 * a table beside its process's.
 *
 * .dependency-cruiser.cjs makes a wall of each, and test/scripts/walls.test.ts breaks each one. It
 * has narrower walls as well: what of orders, exits and alerts decides by what is known of a login
 * reads neither books nor the journal, although its room may.
 */

const main = {
  core: [],
  service: ['core'],
  market: ['core'],
  settings: ['core'],
  workspace: ['core'],
  accounts: ['core', 'service'],
  books: ['core', 'service'],
  journal: ['core', 'service'],
  console: ['accounts', 'service'],
  lock: ['core', 'accounts'],
  pnl: ['core', 'accounts', 'books'],
  picture: ['core', 'books', 'journal'],
  orders: ['core', 'service', 'accounts', 'books', 'journal', 'picture'],
  alerts: ['core', 'books', 'journal', 'picture', 'orders'],
  exits: ['core', 'journal', 'picture', 'orders', 'alerts'],
  quitting: ['picture'],
  practice: [],
  hosts: ['core', 'practice', 'desk-for-hosts.ts', 'desk.ts'],
}

/**
 * What is known of a login: how things stand by what was read, then what to make of it, and above both
 * what gathers it. The fold over all of them, and what asks for it, lie outside.
 */
const picture = {
  times: [],
  rows: ['times'],
  missing: ['rows'],
  traded: ['times', 'rows', 'missing', 'login-facts.ts'],
  orders: ['times', 'rows', 'traded', 'login-facts.ts'],
  overnight: ['times', 'rows', 'missing', 'orders', 'login-facts.ts'],
  positions: ['times', 'rows', 'missing', 'traded', 'overnight', 'login-facts.ts'],
  pnl: ['times', 'rows', 'missing', 'traded', 'positions', 'login-facts.ts'],
  gathered: [
    ...['times', 'rows', 'missing', 'traded', 'orders', 'pnl'],
    ...['login-facts.ts', 'login-picture.ts'],
  ],
}

const shared = {
  core: ['channels.ts'],
  service: ['core'],
  market: ['core'],
  workspace: ['core'],
  lock: ['core'],
  exits: ['core'],
  quitting: ['core'],
  books: ['core', 'service'],
  pnl: ['core', 'service', 'market'],
  orders: ['core', 'service'],
  journal: ['core', 'service', 'orders'],
  accounts: ['core', 'service', 'books', 'orders', 'lock'],
  alerts: ['core', 'service'],
  console: ['core', 'service', 'orders'],
  settings: ['core', 'alerts', 'orders', 'pnl', 'workspace'],
}

const renderer = {
  components: [],
  core: ['components'],
  door: ['core'],
  pnl: ['components', 'core'],
  workspace: ['components', 'core'],
  books: ['components', 'core', 'pnl'],
  orders: ['components', 'core', 'books'],
  exits: ['components', 'core', 'books', 'orders'],
  journal: ['components', 'core', 'books', 'orders'],
  accounts: ['components', 'core', 'books'],
  alerts: ['components', 'core', 'books', 'orders'],
  console: ['components', 'core', 'books', 'orders', 'exits'],
  lock: ['components', 'core', 'accounts', 'exits'],
  palette: ['components', 'core', 'books', 'orders', 'exits'],
  settings: ['components', 'core', 'books', 'accounts', 'alerts'],
}
renderer.shell = [...Object.keys(renderer), 'App.svelte']

module.exports = { rooms: { main, 'main/picture': picture, shared, renderer } }

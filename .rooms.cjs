/**
 * The rooms of each process, one a feature, from the ground upwards: beside itself a feature may
 * import those that are listed for it, and only rooms that stand above it in this table can be. So
 * no two lean on each other, however long the way round. Files that lie outside all folders join
 * features; a room names those that it may import.
 *
 * .dependency-cruiser.cjs makes a wall of each, and test/scripts/walls.test.ts breaks each one.
 */

const main = {
  core: [],
  service: [],
  settings: [],
  accounts: ['core', 'service'],
  books: ['core', 'service'],
  journal: ['core', 'service'],
  console: ['accounts', 'service'],
  lock: ['core', 'accounts'],
  pnl: ['core', 'accounts', 'books'],
  orders: ['core', 'service', 'accounts', 'books', 'journal'],
  alerts: ['core', 'books', 'journal', 'orders'],
  exits: ['core', 'books', 'journal', 'orders', 'alerts'],
  quitting: [],
  hosts: ['core', 'desk.ts'],
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
  pnl: ['core', 'service'],
  orders: ['core', 'service'],
  journal: ['core', 'service', 'orders'],
  accounts: ['core', 'service', 'books', 'orders', 'lock'],
  alerts: ['core', 'service'],
  console: ['core', 'service', 'orders'],
  settings: ['core', 'alerts', 'orders', 'pnl', 'workspace'],
}

module.exports = { rooms: { main, shared } }

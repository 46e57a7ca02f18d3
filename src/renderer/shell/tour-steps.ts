/** A first look around. What a step points at may be out of sight: then it points at nothing. */
export interface TourStep {
  /** A selector of what it is about. */
  at: string
  title: string
  text: string
}

export const tourSteps: readonly TourStep[] = [
  {
    at: '[role$=grid][aria-label=Positions]',
    title: 'These books are practice',
    text: 'Two practice accounts trade against a broker on this machine: prices move, orders fill, no money is at stake. A figure that is too old is marked, with its age.',
  },
  {
    at: '[title^="New order"]',
    title: 'Open a ticket',
    text: 'Press N for a new order, or B and S on a row to buy or sell what it shows. Tickets float: the books stay in sight beside them.',
  },
  {
    at: '[role$=grid][aria-label=Orders]',
    title: 'Review, then send',
    text: 'Every order has a review before it is sent, and a row here once the broker has it. Where no clear answer came it is in doubt, looked for, and never sent twice.',
  },
  {
    at: 'button.stop',
    title: 'One stop for all accounts',
    text: 'It holds back new orders at once and cancels those that work, and stays on until you lift it. Ctrl+Shift+X works from anywhere.',
  },
  {
    at: '[aria-label="Open the palette"]',
    title: 'Say what you want',
    text: 'Ctrl+K opens the palette: accounts, panels, layouts, settings, and orders as you say them, such as: buy 50 infy-eq limit 1500.',
  },
  {
    at: '.top-menu',
    title: 'Add your own account',
    text: 'Accounts are added here, and all settings are here, too. Keys are typed once and kept in your system’s keychain, or where you choose; they are never shown again. The same menu brings this look around back.',
  },
  {
    at: '[aria-label="Panels and layouts"]',
    title: 'Make it yours',
    text: 'Drag tabs, or use the menu on a tab. Closed panels are opened here, and an arrangement that you like is kept here under a name.',
  },
]

/** A first look around. What a step points at may be out of sight: then it points at nothing. */
export interface TourStep {
  /** A selector of what it is about. */
  at: string
  title: string
  text: string
}

/** Whose books are in sight during a look around. */
export type TourBooks = 'practice' | 'real' | 'mixed'

const ageWords = 'A figure that is too old is marked, with its age.'

const ofBooks: Readonly<Record<TourBooks, Pick<TourStep, 'title' | 'text'>>> = {
  practice: {
    title: 'These books are practice',
    text: `Practice accounts trade against a broker on this machine: prices move, orders fill, no money is at stake. ${ageWords}`,
  },
  real: {
    title: 'What your accounts hold',
    text: `These are the positions as your brokers tell them, of all accounts that are shown. What is sent for them is for real money. ${ageWords}`,
  },
  mixed: {
    title: 'Real accounts, and practice',
    text: `These are the positions of all accounts that are shown. Practice accounts trade against a broker on this machine, with no money at stake; all others trade for real money, and sums are of these alone. ${ageWords}`,
  },
}

export const tourSteps = (books: TourBooks): readonly TourStep[] => [
  { at: '[role$=grid][aria-label=Positions]', ...ofBooks[books] },
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
    text: 'It holds back new orders at once and cancels those that work, and stays on until you lift it. Its keys work from anywhere.',
  },
  {
    at: '[aria-label="Open the palette"]',
    title: 'Say what you want',
    text: 'The palette finds accounts, panels, layouts and settings, and takes orders as you say them, such as: buy 50 infy-eq limit 1500.',
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

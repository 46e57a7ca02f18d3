/**
 * Seeds that once failed, each with what it found: they are run with every `npm test`. A change of
 * what people or the service do makes another run of a seed; what was found has a test of its own.
 */
export const failedSeeds: readonly { seed: number; found: string }[] = [
  {
    seed: 35,
    found:
      'an alert told to the next window two seconds later, though the screen was locked by then',
  },
  { seed: 130, found: 'a window called armed by the others after a lock had disarmed it' },
  {
    seed: 117,
    found:
      'an order that was phoned in twenty seconds and a half after one that was lost, taken for it',
  },
  { seed: 26, found: 'cancelled, while a square-off that was seen as done was still to arrive' },
  {
    seed: 57,
    found: 'the order of one that was sent by a clock set ahead, taken for an earlier one',
  },
  {
    seed: 666,
    found: 'a share of funds, sold at a limit far below a market that nobody knew',
  },
  { seed: 2795, found: 'the same, by another way' },
  {
    seed: 3489,
    found: 'an order that a square-off of the session before made, taken for a lost one',
  },
  {
    seed: 3871,
    found: 'an order in doubt that came up after the clock was set back, taken for one of before',
  },
  {
    seed: 4084,
    found:
      'a position that the simulated book was to leave out of a few answers, and left out for good',
  },
  { seed: 4523, found: 'an order that was confirmed just before its account was to be flat, sent' },
  {
    seed: 6267,
    found: 'two orders in doubt, taken for ones of before after a clock set back and two restarts',
  },
  {
    seed: 6407,
    found:
      'one of two that were lost, taken for an order because the other was by a clock set back',
  },
  {
    seed: 7905,
    found: 'an order that a square-off of a later session made, beside a clock that was set back',
  },
  {
    seed: 8923,
    found:
      'an order that left in the last moment, called unsettled: it had waited behind one of a hundred slices',
  },
  {
    seed: 9520,
    found:
      'an order that a square-off of the session before made, beside a clock that was set ahead',
  },
  {
    seed: 270892644,
    found:
      'an order in doubt, called unsettled: its book had dropped it while its account was switched off',
  },
  {
    seed: 712613838,
    found:
      'a lost order, found as one that another lost order had been made into on the other side',
  },
  {
    seed: 712614079,
    found: 'the same, where the other one was still without an answer',
  },
  {
    seed: 645560032,
    found:
      'a number that nobody had shown to the desk, believed for the moment before its row was read: the rule was too strict',
  },
  {
    seed: 645560075,
    found: 'a lost order, found as one that came up seconds after the service had said no',
  },
  {
    seed: 490,
    found:
      'a number of a login whose books nobody read again, believed to the end: the rule was too strict',
  },
  {
    seed: 2099,
    found:
      'an order beside another lost one of the other side, called unsettled: the rule was too strict',
  },
  {
    seed: 6594,
    found:
      'an exit beside an order that the service had made on the other side, in a book that lagged: the rule was too strict',
  },
  {
    seed: 8574,
    found:
      'an exit that turned a position round together with one made on the other side: the rule was too strict',
  },
  {
    seed: 6848,
    found:
      'a cancel that was not sent, taken for a part of the order of its strategy: the rule was too strict',
  },
  {
    seed: 543510961,
    found:
      'two orders in the same words whose numbers were swapped, called another’s: the rule was too strict',
  },
  {
    seed: 1026452581,
    found:
      'an order that left with the keys of before while the new ones were being saved: the rule was too strict',
  },
  {
    seed: 812870417,
    found:
      'of two orders of one request that differ in their price, one made and named for the other, and believed',
  },
  {
    seed: 812870846,
    found: 'the same of a market order and one with a limit, and taken back after it was disowned',
  },
  {
    seed: 64,
    found:
      'two orders of two requests, each made on the side of the other: the rule was too strict',
  },
  {
    seed: 961038231,
    found:
      'a number of before, believed of keys that the account has no more, whose book it read: the rule was too strict',
  },
  {
    seed: 782846397,
    found: 'two orders of one request, each made on the side of the other: the rule was too strict',
  },
  {
    seed: 648823157,
    found:
      'of two orders in the same words one made and named for the other, called another’s: the rule was too strict',
  },
  {
    seed: 382979330,
    found:
      'of two orders of one request the smaller made and named for the other, believed since it was filled with half of that',
  },
  {
    seed: 382979637,
    found:
      'a pace held against a desk whose clock was set while a hundred slices filled it: the rule was too strict',
  },
  {
    seed: 867536680,
    found:
      'an order that was found, doubted again where a kill lay between it and its twin: it could take a later order',
  },
  {
    seed: 8152,
    found:
      'an order in turn behind one of another account whose 200 slices filled its pace: the rule was too strict',
  },
  {
    seed: 517577241,
    found:
      'orders behind a hundred slices that were noted to leave before a kill, and did not: the rule was too strict',
  },
  {
    seed: 3300,
    found:
      'an order made on the other side after a no, called refused: the clock had been set between two sessions, and the books were read from the later order on',
  },
  {
    seed: 5589,
    found:
      'an order that was named the number of another of its login, believed since its account had other keys by then',
  },
  {
    seed: 1692,
    found:
      'an order in doubt, called unsettled: its number was given to another one in its words, which its request had not made: the rule was too strict',
  },
  {
    seed: 2815,
    found:
      'two orders in the same words for two accounts of one login, called another’s; and the same as of the next seed: the rule was too strict',
  },
  {
    seed: 867536634,
    found:
      'a number that was named for one account’s order and then settled by hand as another’s, before the book of the first was read: the rule was too strict',
  },
  {
    seed: 1714,
    found:
      'of two orders in the same words in one request, results in turn: one was made, and the other’s is called accepted; the rule was too strict',
  },
  {
    seed: 1881,
    found:
      'an exit beside a smart order that the service made on the other side: the rule was too strict',
  },
  {
    seed: 6842,
    found:
      'an order in turn behind a limit that was lifted at the end of the faults: the rule was too strict',
  },
  {
    seed: 765,
    found:
      'an order that was taken for another client’s keys, and that no book of theirs had shown: the account was not called flat for the day',
  },
  {
    seed: 4972,
    found:
      'an order that was taken for another client’s keys, and that no book of theirs had shown: the account was not called flat for the day',
  },
  {
    seed: 5340,
    found:
      'an order that was taken for another client’s keys, and that no book of theirs had shown: the account was not called flat for the day',
  },
  {
    seed: 7542,
    found:
      'an order that was taken for another client’s keys, and that no book of theirs had shown: the account was not called flat for the day',
  },
  {
    seed: 8215,
    found:
      'an order that was taken for another client’s keys, and that no book of theirs had shown: the account was not called flat for the day',
  },
  {
    seed: 9006,
    found:
      'an order that was taken for another client’s keys, and that no book of theirs had shown: the account was not called flat for the day',
  },
  {
    seed: 3658,
    found:
      'an order that was taken at another address, and that no book there had shown before the account left: the rule was too strict',
  },
  {
    seed: 6709,
    found:
      'an order that was taken at another address, and that no book there had shown before the account left: the rule was too strict',
  },
  {
    seed: 7684,
    found:
      'an order that was taken at another address, and that no book there had shown before the account left: the rule was too strict',
  },
  {
    seed: 8468,
    found:
      'an order that was taken at another address, and that no book there had shown before the account left: the rule was too strict',
  },
  {
    seed: 9161,
    found:
      'an order that was taken at another address, and that no book there had shown before the account left: the rule was too strict',
  },
  {
    seed: 4929,
    found:
      'an order that was first seen after the clock had been set back by minutes: a later session took the sight for another one’s of that number, and awaited the order for the day',
  },
  {
    seed: 669,
    found:
      'an order book of before for half a minute, beside positions of now: a position was reckoned from before its order, and doubted for an hour; the rule was too strict',
  },
  {
    seed: 3317,
    found:
      'an order book of before for half a minute, beside positions of now: a position was reckoned from before its order, and doubted for an hour; the rule was too strict',
  },
  {
    seed: 3815,
    found:
      'an order book of before for half a minute, beside positions of now: a position was reckoned from before its order, and doubted for an hour; the rule was too strict',
  },
  {
    seed: 6936,
    found:
      'an order book of before for half a minute, beside positions of now: a position was reckoned from before its order, and doubted for an hour; the rule was too strict',
  },
  {
    seed: 662,
    found:
      'an order that the service said no to, called unsettled beside a stranger’s that no book had shown before: cancelling all orders had named that one, and it was taken for ours; the rule was too strict',
  },
  {
    seed: 954,
    found:
      'the same, of a stranger’s order that was made by telephone just after the no: the rule was too strict',
  },
]

import { mayNameAnOrder } from './numbers-in-words.ts'

/** Words with which a no is final: whoever says them has looked at the order and made none of it. */
interface KnownNo {
  of: string
  words: RegExp
}

// Each row names something that is wrong with the order or the account, which is found before an
// order is made or instead of one. What names the way instead (a connection, a reply, an inside of
// the service) says nothing of the order, and belongs in no row. A row that is missing costs some
// seconds, in which the order book is read; a row that is too wide costs money.
const knownNoes: readonly KnownNo[] = [
  {
    // The risk systems of most Indian brokers: 'RMS:Margin Exceeds,Required:…, Available:…',
    // 'Insufficient funds. Required margin is …'; FIX 103=25.
    of: 'money',
    words:
      /\b(insufficient|inadequate|not enough|low|no)\W+(\w+\W+)?(funds?|margins?|balance|cash|collateral|credit)\b|\b(margins?|funds?|balance|cash)\b.{0,30}\b(exceed(s|ed)?|insufficient|short(fall)?|inadequate|not (available|enough|sufficient))\b|\bshort(fall|age)\W+(of|in)\W+(funds?|margins?)|\badd\b.{0,30}\b(in|to) your account/i,
  },
  {
    // 'RMS:Rule: Check holdings …', and a sale that the depository has not authorised.
    of: 'holdings',
    words:
      /\b(insufficient|not enough|no|short of|check)\W+(\w+\W+)?holdings?\b|\bholdings?\b.{0,30}\b(insufficient|short|not (available|enough|sufficient|found))\b|\b(edis|e-dis|tpin|cdsl|poa)\b.{0,40}\b(required|authori[sz]|missing|not)/i,
  },
  {
    // FIX 103=1; bad fields are found before an order exists. A token may be that of the login,
    // and an exchange that is not available a line that broke: these name the way.
    of: 'symbol',
    words:
      /\b(invalid|unknown|wrong|incorrect|missing|no such|unsupported)\W+(\w+\W+){0,2}(symbol|scrip|instrument|contract|security|exchange|segment|expiry|strike|option|underlying)\b|\b(symbol|spot_symbol|scrip|instrument|contract|security|expiry|strike|underlying)\b.{0,60}\b(not (known|found|valid|exist|available|traded|allowed|permitted|listed|enabled)|unknown|invalid|does ?n.t exist|does not exist|(has|have) no (options|contracts?)|suspended|expired|delisted)\b|\b(exchange|segment)\b.{0,60}\b(not (known|found|valid|exist|traded|allowed|permitted|listed|enabled)|unknown|invalid|does ?n.t exist|does not exist)\b/i,
  },
  {
    // FIX 103=13 and 18; the exchanges' 'not a multiple of the lot' and 'of the tick'.
    of: 'figures',
    words:
      /\b(invalid|wrong|incorrect|missing|negative|zero|bad)\W+(\w+\W+){0,2}(quantity|qty|price|trigger|tick|lot|size|stop ?loss|square ?off|offset|position_size)\b|\b(quantity|qty|price|trigger|trigger_price|lot|disclosed|stop ?loss|square ?off|offset|position_size|split_quantity|strike_int)\b.{0,60}\b(invalid|not (valid|a multiple|in multiples?|numeric)|is missing|must (be|not)|should (be|not)|cannot be|can ?not be)\b|\b(multiples?|out) of (the )?(lot|tick|market lot|board lot|minimum)\b|\b(not|must|should|invalid|wrong|incorrect|multiples?)\b.{0,30}\b(tick|lot) ?size\b/i,
  },
  {
    // A field that is missing or of no known kind: nothing could be made of the request.
    of: 'fields',
    words:
      /\b(invalid|unknown|wrong|unsupported|missing|no such)\W+(\w+\W+){0,2}(action|side|product|product ?type|price ?type|order ?type|validity|variety|strategy|broker|parameters?|amo)\b|\b(action|product|product_?type|price_?type|order_?type|validity|broker|strategy)\b.{0,60}\b(invalid|not (valid|known|supported)|is missing|is required|must (be|not)|is not one of yours)\b|\bis not a field of this operation\b|\bposition_size is \S+ already\b/i,
  },
  {
    // FIX 103=2; a session by itself may be one that was logged out. The exchanges' 16278 'The markets have not been opened for trading'.
    of: 'hours',
    words:
      /\b(markets?|exchange|(trading|market) session|segment)\b.{0,30}\b(closed|not (been )?(open(ed)?|trading)|halted)\b|\b(outside|after|before|beyond)\W+(of )?(the )?(market|trading|session)\W+(hours?|time)|\btrading hours\b|\bamo\b.{0,30}\b(not|only|disabled|unavailable)\b|\bmarkets are closed\b/i,
  },
  {
    // 'RMS:Rule: Check circuit limit including square off order exceeds'; FIX 103=16.
    of: 'range',
    words:
      /\bcircuit\W+(limits?|breach|filter|range)\b|\b(price|rate|order price)\b.{0,40}\b(out(side)?( of)?|beyond|exceeds?|breach(es|ed)?|above|below)\b.{0,40}\b(range|band|dpr|lpp|circuit|limits?)\b|\bout of (day.?s )?(price )?range\b/i,
  },
  {
    // The exchanges' largest single order; FIX 103=3.
    of: 'freeze',
    words:
      /\b(quantity|qty|order)\b.{0,40}\b(freeze|exceeds?|exceeded|above|more than|greater than)\b.{0,40}\b(freeze|limits?|max(imum)?|allowed|permitted|quantity|qty)\b|\bfreeze\W+(qty|quantity|limit)\b/i,
  },
  {
    // 'RMS:Blocked for nse_cm …', 'Client not enabled on the product', 'in Ban Period'.
    of: 'rules',
    words:
      /\brms\W+(auto\W+square|block|rule|freeze|option|product|scrip|client)|\b(not (allowed|permitted|enabled|authori[sz]ed|activated|eligible)|disabled|prohibited|restricted|blocked|banned|suspended|deactivated|dormant)\b.{0,40}\b(trad(e|ing)|product|segment|exchange|scrip|symbol|client|account|order type|mis|cnc|nrml|bo|co|market orders?|fresh|intraday|for)\b|\b(trad(e|ing)|product|segment|exchange|scrip|symbol|client|account|order type|market orders?|bracket orders?|cover orders?|intraday|option writing)\b.{0,40}\b(not (allowed|permitted|enabled|authori[sz]ed|activated|eligible)|disabled|prohibited|restricted|blocked|banned|suspended|deactivated|dormant)\b|\bban period\b|\b(client|account) is (blocked|suspended|inactive|deactivated|dormant)\b/i,
  },
]

/** What is done with an order that was made, and how it stands. What is denied is no such word. */
const fate =
  /(?<!\b(?:not|never|cannot|n.t|to|must|should|can)(?: been| be|)[\s-]|\borders are )\b(placed|accepted|submitted|received|executed|pending|sent|forwarded|routed|transmitted|acknowledged|created|registered|booked|queued|processed|processing|modified|matched|filled|traded|entered|done|saved|stored|parked|open|working|active|live|retry(ing)?|retried)\b/i

/** What only an order that was made has: an id, a status, parts that came before this one. */
const belongings =
  /\bduplicate\b|\bconfirm(ed|ation)\b|\bstatus unknown\b|\border ?[-_ ]?(id|no|number|status)\b|\bpart(ial(ly)?|ly)\b|\b(remaining|remainder)\b|\bbalance (qty|quantity)\b|\b(slices?|tranches?|child|entry order|(stop ?loss|target) leg|(stop ?loss|sl|target|exit) order|(order|position|trade) ?book|confirming|polling)\b|\b\d+ (of|out of) \d+\b/i

/** What a service does in place of what it says no to: another price, smaller orders, the same a little later. */
const instead =
  /\b(instead|using|default|will|go(es|ing)|went|gone|taken|kept|held|bought|sold|split|retry|warn|alert|penalty|rest|ack|hold|review|progress|successful(ly)?|(first|second|third|fourth|last|\d+(st|nd|rd|th)) (order|part|one))\b/i

/** The same in verbs that do not end on -ed. An option is a put, too, and an hour a cut-off. */
const irregularDeeds =
  /\b(made|became|becomes?|lies|lay|sits|sat|stands|rests|stays|waits|awaits?|got(?!\W*[\d'"])|gets|lets?|took|gave|ran|shown|cut(?!\W?off)|(put|puts) (as|at|in|into|on|through|to|with)|orders? (\w+ )?put)\b/i

/** Where an order is, or what: 'order at exchange', 'order is CNC now', '40 are in', 'entry is on'. */
const whereabouts = [
  /\border (at|on|with|through|under|fine|good)\b|\b(after|on) (this |the |your |further )?(order|fill)\b/i,
  /\b(order is|orders are) (?!(not|out|outside|above|below|beyond|in excess|greater|more|less|invalid|rejected|blocked|prohibited|restricted|disabled|banned|allowed|permitted|accepted)\b)/i,
  /\b((amo|entry|lot|it) is|(lots|shares|units|\d+) are) (\w+ )?(at|with|in(?! excess| multiples?)|on|through)\b/i,
  /(?<!\b(log|sign|logged|signed)[ -])\b(in|on|through)\W*$/i,
]

/** What is yet to come, holds for something else than this order, or is no no at all. */
const warnings =
  /\b(expires in|near(ing)?(?! month)|soon|tomorrow|next session|grace|tolerance|ok|success|market data|feed|callback|in (its|their) place)\b|\bnot? (blocked|suspended|restricted|prohibited|banned|insufficient|invalid)\b/i

/** A second clause says what came of it, */
const secondClause = /;|\b(?:so|but)\b/i
/** unless it says what the person should do, */
const advice = /^\W*(please|kindly|try|check|add|reduce|contact|use|enter)\b/i
/** or gives the amounts. */
const wordsOfAmounts = new Set(
  `required require available margin margins fund funds cash balance shortfall limit used need needed
  max maximum min minimum rs inr is are of the you your have only`.split(/\s+/),
)

const saysWhatCameOfIt = (clause: string): boolean =>
  !advice.test(clause) &&
  (clause.match(/[^\W\d]+/g) ?? []).some((word) => !wordsOfAmounts.has(word.toLowerCase()))

/** Verbs of what was done or is being done, but where that is denied. */
const deeds =
  /(?<!\b(?:not|never|cannot|n.t|to|must|should|can)(?: been| be|)[\s-])\b[a-z]+(?:[^e\W_]ed|ing)\b/gi

/** Those of a no itself. Whatever else was done may have been done to an order. */
const deedsOfNo = new Set(
  `exceeded exceeding required blocked allowed permitted rejected refused denied declined failed
  expired closed halted suspended banned barred disabled restricted prohibited authorised authorized
  unauthorised unauthorized activated deactivated enabled listed delisted unlisted supported
  unsupported needed based limited united unregistered whitelisted specified expected
  breached reached exhausted subscribed
  trading including existing missing being holding according during following closing
  writing string nothing banking`.split(/\s+/),
)

const signs = [fate, belongings, instead, irregularDeeds, ...whereabouts, warnings]

/** Whether words are about an order that was made, or may have been: beside them no no is final. */
export const speaksOfAnOrder = (words: string): boolean => {
  const said = words.slice(0, longestWords)
  if (signs.some((sign) => sign.test(said)) || mayNameAnOrder(said)) return true
  const [, ...clauses] = said.split(secondClause)
  if (clauses.some(saysWhatCameOfIt)) return true
  return (said.match(deeds) ?? []).some((deed) => !deedsOfNo.has(deed.toLowerCase()))
}

/** Words of the way to the broker and back: whoever failed there has not looked at the order. */
const theWay =
  /\b(response|reply|answer|result|json|object|attribute|index|exception|traceback|null|undefined|nonetype|internal|server|gateway|connection|socket|pipe|host|upstream|unexpected|went wrong)\b|\b(unable|fail(ed|ure)?|could(n.t| not)|can ?not|error)\b.{0,12}\b(read|fetch|retriev|get|load|pars)/i

export const speaksOfTheWay = (words: string): boolean => theWay.test(words.slice(0, longestWords))

/** What an error says first is what it is about, and a long one must not cost time. */
const longestWords = 1000

/** Whether an error in these words is known to be final: no order was made. */
export function isKnownNo(words: string): boolean {
  const said = words.slice(0, longestWords)
  if (speaksOfAnOrder(said) || speaksOfTheWay(said)) return false
  return knownNoes.some((row) => row.words.test(said))
}

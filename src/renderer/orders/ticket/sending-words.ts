/** How an order can go to several accounts other than to all at once. */
export const oneByOneLabel = 'One after the other, up to the first that is not accepted'
export const oneRequestLabel = 'In one request for all accounts at the same address'
export const oneRequestMeans =
  'Each order has its own account’s keys and its own outcome. If the one answer is lost, all of them are in doubt until the order books tell. The service’s document does not promise that each goes to its own client: try it with a small order first, and look at the books.'

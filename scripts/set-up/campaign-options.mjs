import { parseArgs } from 'node:util'

const usage = 'npm run campaign -- [--orders N] [--groups N] [--kills N] [--seed N]'

/** @typedef {{ orders: number, groups: number, kills: number, seed: number }} CampaignOptions */

/**
 * What a campaign is asked to do, or how to ask.
 * @param {readonly string[]} args @returns {CampaignOptions | string}
 */
export function campaignOptions(args) {
  const values = read(args)
  if (values === null || Object.values(values).some((text) => !/^[1-9]\d{0,8}$/.test(text)))
    return usage
  const { orders, groups, kills, seed } = values
  return { orders: +orders, groups: +groups, kills: +kills, seed: +seed }
}

/** @param {readonly string[]} args */
function read(args) {
  /** @param {string} value */
  const number = (value) => ({ type: /** @type {const} */ ('string'), default: value })
  try {
    return parseArgs({
      args: [...args],
      options: {
        orders: number('10000'),
        groups: number('2000'),
        kills: number('200'),
        seed: number('1'),
      },
    }).values
  } catch {
    return null
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type OperationName, isOperation } from '../../shared/service/operations.ts'
import { ManyRows } from '../faults/many-rows.ts'
import type { Answers } from './answers.ts'
import { answerControl } from './control.ts'
import type { Engine } from '../market/engine.ts'
import type { Ledger } from '../market/ledger.ts'
import { instrumentRow } from './records.ts'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import {
  type HttpAnswer,
  isOfPage,
  parseJson,
  readBody,
  refusal,
  answerOrRefusal,
  reply,
} from './http.ts'

interface Parts {
  engine: Engine
  answers: Answers
  faults: FaultSwitches
  ledger: Ledger
  /** Whether the control endpoint answers. */
  control: boolean
}

/** From a request to its answer, and to the fault that spoils it. */
export class Routes {
  readonly #parts: Parts
  readonly #abundance: ManyRows

  constructor(parts: Parts) {
    this.#parts = parts
    this.#abundance = new ManyRows(parts.engine)
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isOfPage(request)) return reply(response, refusal(403, 'no page of a browser is answered'))
    const { method = '' } = request
    const [route = ''] = (request.url ?? '').split('?', 1)
    if (method === 'GET' && route === '/instruments') return reply(response, this.#instruments())
    if (this.#parts.control && route.startsWith('/control/'))
      return reply(response, await this.#control(request, { method, route }))

    const operation = route.startsWith('/v1/') ? route.slice('/v1/'.length) : ''
    if (!isOperation(operation))
      return reply(response, refusal(404, `${route.slice(0, 200)} is not an operation`))
    if (method === 'POST') return this.#operate(operation, request, response)
    response.setHeader('Allow', 'POST')
    reply(response, refusal(405, `${operation} is asked for with POST`))
  }

  async #operate(
    operation: OperationName,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { answers, faults } = this.#parts
    const body = await readBody(request)
    const act = (rewrite = (asked: unknown): unknown => asked): HttpAnswer =>
      answerOrRefusal(() => ({
        status: 200,
        body: answers.answer(operation, rewrite(parseJson(body))),
      }))
    const taken = faults.take(operation)
    if (!taken) return reply(response, act())

    let waiting: NodeJS.Timeout | undefined
    response.once('close', () => clearTimeout(waiting))
    taken.fault.run({
      operation,
      request,
      response,
      settings: taken.settings,
      act,
      abundance: (rows) => this.#abundance.body(operation, rows),
      later: (delay, run) => {
        waiting = setTimeout(run, delay)
      },
    })
  }

  #instruments(): HttpAnswer {
    const { listing, market } = this.#parts.engine
    const rows = listing.all.map((instrument) =>
      instrumentRow(instrument, market.price(instrument)),
    )
    return { status: 200, body: JSON.stringify(rows) }
  }

  async #control(
    request: IncomingMessage,
    asked: { method: string; route: string },
  ): Promise<HttpAnswer> {
    const body = await readBody(request)
    return answerOrRefusal(() =>
      answerControl({ ...this.#parts, ...asked, parse: () => parseJson(body) }),
    )
  }
}

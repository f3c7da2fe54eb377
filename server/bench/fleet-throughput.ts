import { median } from '@vesper/sync/bench/statistics.ts'
import type { ApiAnswer } from '../domains/people/accounts/testing/api.ts'
import { call } from '../domains/people/accounts/testing/api.ts'
import { TestDevice, textMutation } from '../infra/sync/testing/test-device.ts'
import type { Writer } from '../testing/rolling/writers.ts'

/** Milliseconds of one measurement. */
const ROUND_MS = 2_000
/** So many texts each server takes before it counts, and rounds at most: code that runs often is compiled meanwhile. */
const [WARM_TEXTS, WARM_ROUNDS] = [500, 15]
const ROUNDS = 7

/** A site, and devices that write to it, each as fast as it is answered. */
export type Site = { nodes: number; devices: RemoteDevice[]; processorSeconds: () => number }

/** A device of the bare protocol, on a site of which it knows the address alone. */
export class RemoteDevice extends TestDevice {
  readonly #writer: Writer
  readonly #url: string

  constructor(url: string, writer: Writer) {
    super({ url, logLines: [] } as unknown as ConstructorParameters<typeof TestDevice>[0], writer.person)
    this.#url = url
    this.#writer = writer
  }

  override post(body: unknown): Promise<ApiAnswer> {
    return call({ url: this.#url }, 'POST /sync', { token: this.#writer.person.token, body })
  }

  /** Sends one text, and takes in what comes of it. */
  async write(): Promise<void> {
    await this.sync([textMutation(this.#writer.conversationId, 'hello')])
  }
}

/** Texts in one measurement, and the seconds that the processors worked for the servers meanwhile. */
type Taken = { texts: number; seconds: number }

/** The ratios of `site` to `base`, medians over rounds in turns: of texts in the same time, and of texts in a second of processors. */
export async function ratiosOf(site: Site, base: Site): Promise<{ throughput: number; efficiency: number }> {
  await warmUp(site)
  await warmUp(base)
  const rounds: [Taken, Taken][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first in every other round.
    if (round % 2 === 0) rounds.push([await measure(site), await measure(base)])
    else rounds.push([await measure(base), await measure(site)].toReversed() as [Taken, Taken])
  }
  const perSecond = ({ texts, seconds }: Taken) => texts / seconds
  return {
    throughput: median(rounds.map(([one, other]) => one.texts / other.texts)),
    efficiency: median(rounds.map(([one, other]) => perSecond(one) / perSecond(other))),
  }
}

async function warmUp(site: Site): Promise<void> {
  let texts = 0
  for (let round = 0; round < WARM_ROUNDS && texts < WARM_TEXTS * site.nodes; round += 1) {
    texts += (await measure(site)).texts
  }
}

async function measure({ devices, processorSeconds }: Site): Promise<Taken> {
  const [end, before] = [performance.now() + ROUND_MS, processorSeconds()]
  let texts = 0
  const write = async (device: RemoteDevice) => {
    while (performance.now() < end) {
      await device.write()
      texts += 1
    }
  }
  await Promise.all(devices.map(write))
  return { texts, seconds: processorSeconds() - before }
}

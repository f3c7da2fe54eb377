import type { Message } from '../message.ts'

/** The way to the benchmark's server, for every engine the same; away until it is switched on. */
export class Line {
  online = false
  /** When the last answer was here, parsed. */
  answeredAt = 0

  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    if (!this.online) throw new TypeError('There is no line.')
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new TypeError(`The server answered ${response.status}.`)
    const answer = (await response.json()) as Answer
    this.answeredAt = performance.now()
    return answer
  }

  /** Page by page from `since`; the version that the device then holds. */
  async eachPage(since: number, take: (page: RowsAnswer) => Promise<void>): Promise<number> {
    for (let version = since; ;) {
      const page = await this.post<RowsAnswer>('/rows', { since: version })
      await take(page)
      version = page.version
      if (!page.more) return version
    }
  }
}

/** The next rows after a version, for engines that leave it to their users how rows travel. */
export type RowsAnswer = { rows: Message[]; version: number; more: boolean }

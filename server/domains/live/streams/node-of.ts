import { randomUUID } from 'node:crypto'
import { appState } from '../../../infra/app-state.ts'

const stateOf = appState(() => ({ node: randomUUID() }))

/** The name of this run of the server: streams carry it as long as their rooms are here. */
export function nodeOf(app: Parameters<typeof stateOf>[0]): string {
  return stateOf(app).node
}

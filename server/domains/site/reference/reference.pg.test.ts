import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'

const flags = join(dirname(fileURLToPath(import.meta.resolve('flag-icons/package.json'))), 'flags', '4x3')

type Answer<Value> = { status: number; body: Value; headers: Headers }

async function get<Value>(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api${path}`, { headers })
  const text = await response.text()
  const body = (text === '' ? null : JSON.parse(text)) as Value
  return { status: response.status, body, headers: response.headers } satisfies Answer<Value>
}

test('every country has its codes, its region, and a flag that is there', async ({ server }) => {
  type Country = { code: string; name: string; flag: string; region: string; capital: string | null; currency: unknown }
  const { body } = await get<Country[]>(server, '/countries/list')
  expect(body).toHaveLength(250)
  expect(new Set(body.map(({ code }) => code)).size).toBe(250)
  expect(body.find(({ code }) => code === 'SE')).toEqual({
    ...{ name: 'Sweden', native: 'Sverige', code: 'SE', capital: 'Stockholm', region: 'EU' },
    ...{ currency: { code: 'SEK', name: 'Swedish Krona', symbol: 'kr' }, language: { code: 'sv', name: 'Swedish' } },
    flag: expect.stringMatching(/\/flags\/se\.svg\?v=[\d.]+$/) as string,
  })
  expect(body.find(({ code }) => code === 'AQ')).toMatchObject({ capital: null, currency: null, language: null })
  const missing = body.filter(({ code }) => !existsSync(join(flags, `${code.toLowerCase()}.svg`)))
  expect(missing).toEqual([])
})

test('a flag is a picture that browsers keep for ever under the address of its version', async ({ server }) => {
  const { body } = await get<{ code: string; flag: string }[]>(server, '/countries/list')
  const address = new URL(body.find(({ code }) => code === 'FR')?.flag ?? '')
  const versioned = await fetch(server.url + address.pathname + address.search)
  expect(versioned.headers.get('content-type')).toBe('image/svg+xml')
  expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await versioned.text()).toMatch(/^<svg/)
  const bare = await fetch(`${server.url}/flags/fr.svg`)
  expect(bare.headers.get('cache-control')).toBe('public, max-age=3600')
  for (const name of ['zz.svg', 'fr.png', '..%2ffr.svg', 'FR.svg', 'gb-eng.svg']) {
    expect([name, (await fetch(`${server.url}/flags/${name}`)).status]).toEqual([name, 404])
  }
})

test('states and cities lead from a country to its towns, whichever way the code is written', async ({ server }) => {
  const states = await get<{ code: string; name: string }[]>(server, '/states/se')
  const stockholm = states.body.find(({ name }) => name === 'Stockholm')
  expect(states.body).toHaveLength(21)
  const cities = await get<{ name: string }[]>(server, `/cities/SE/${stockholm?.code}`)
  const names = cities.body.map(({ name }) => name)
  expect(names).toContain('Täby')
  expect(new Set(names).size).toBe(names.length)
})

test('a country without states has its cities under a hyphen', async ({ server }) => {
  expect((await get(server, '/states/SG')).body).toEqual([])
  expect((await get<{ name: string }[]>(server, '/cities/SG/-')).body.map(({ name }) => name)).toContain('Singapore')
})

test.for([
  ['/states/XX', 404, 'There is no such country.'],
  ['/cities/XX/01', 404, 'There is no such country.'],
  ['/cities/SE/ZZ', 404, 'There is no such state.'],
  ['/states/sweden', 400, 'Use a country code of two letters.'],
  ['/cities/SE/..a', 400, 'Use the code of a state, or - for none.'],
] as const)('%s is refused with %i', async ([path, status, message], { server }) => {
  const answer = await get<{ message: string }>(server, path)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(message)])
})

test('languages, calling codes and the options of pages are listed', async ({ server }) => {
  const languages = await get<{ code: string }[]>(server, '/languages/list')
  expect(languages.body.find(({ code }) => code === 'ar')).toMatchObject({
    name: 'Arabic',
    native: 'العربية',
    rtl: true,
  })
  const codes = await get<{ country: string; code: string }[]>(server, '/phone-codes/list')
  expect(codes.body.find(({ country }) => country === 'SE')).toMatchObject({ name: 'Sweden', code: '+46' })
  expect(codes.body.filter(({ country }) => country === 'DO')).toHaveLength(3)
  const options = await get<Record<string, { value: string; text: string }[]>>(server, '/user-additional')
  expect(Object.keys(options.body)).toHaveLength(7)
  expect(options.body['ageRange']?.[0]).toEqual({ value: '18_24', text: '18–24' })
  expect(options.body['bodyType']?.at(-1)).toEqual({ value: 'plus-size', text: 'Plus size' })
})

test('a cache keeps a list for a day, and is then told that it has not changed', async ({ server }) => {
  const first = await get(server, '/countries/list')
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
  const again = await get(server, '/countries/list', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([again.status, again.body]).toEqual([304, null])
  const other = await get(server, '/countries/list', { 'if-none-match': '"other"' })
  expect(other.status).toBe(200)
})

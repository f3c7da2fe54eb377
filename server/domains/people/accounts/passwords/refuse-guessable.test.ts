import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../../site/settings/defaults.ts'
import { refuseGuessable } from './refuse-guessable.ts'

const names = { username: 'iris.lake', email: 'anna@example.test' }
const app = { settings: { read: async () => ({ ...defaultSettings, siteName: 'Vesper' }) } }
const refusalOf = async (password: string, form: 'plain' | 'sha256' = 'plain') => {
  const sent = form === 'plain' ? password : createHash('sha256').update(password).digest('hex')
  try {
    await refuseGuessable(app, { password: sent, form }, names)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test.each(['password123', '1234567890', 'PASSWORD123', 'qwertyuiop'])(
  '%s is in the list of stolen passwords',
  async (password) => {
    expect(await refusalOf(password)).toMatch(/stolen/)
    expect(await refusalOf(password.toLowerCase(), 'sha256')).toMatch(/stolen/)
  },
)

test.each([
  'iris.lakeiris.lake',
  'Iris.Lake!!!',
  'my iris.lake and many more words',
  'vesper12345',
  'vespervesper',
  'anna@example.test',
])('%s is little more than a name', async (password) => {
  expect(await refusalOf(password)).toMatch(/guessed first/)
})

test.each(['iris.lakeiris.lake', 'vespervesper', 'anna@example.test'])(
  '%s is known as a name although it is hashed',
  async (password) => {
    expect(await refusalOf(password, 'sha256')).toMatch(/guessed first/)
  },
)

test.each(['correct horse battery', 'vesper and six more', 'annapurna treks', 'zwölf Störche 🐦'])(
  '%s is taken',
  async (password) => {
    expect(await refusalOf(password)).toBeUndefined()
    expect(await refusalOf(password, 'sha256')).toBeUndefined()
  },
)

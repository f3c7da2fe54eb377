import { liveQuery } from 'dexie'
import { v7 } from 'uuid'
import { browserPorts } from '../../engine/browser/browser-ports.ts'
import { httpTransport } from '../../engine/browser/http-transport.ts'
import { openDatabase } from '../../engine/dexie/database.ts'
import { createSyncClient } from '../../engine/sync-client.ts'
import { shoppingModel } from './model.ts'
import type { Item } from './model.ts'

/** Without pushes from the server, it is asked so often what others have changed. */
const ASK_MS = 3_000

// The list of the address; a new one gets an address of its own.
const listId = new URLSearchParams(location.search).get('list') ?? v7()
history.replaceState(null, '', `?list=${listId}`)

const client = createSyncClient({
  account: listId,
  model: shoppingModel,
  database: await openDatabase(listId, shoppingModel),
  transport: httpTransport({ url: '/api/sync', token: () => listId }),
  log: () => {},
  ...browserPorts(shoppingModel, listId),
})
client.wake('start')
addEventListener('online', () => client.wake('online'))
setInterval(() => client.wake('poke'), ASK_MS)

const form = element<HTMLFormElement>('form')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { value } = element<HTMLInputElement>('input[name=text]')
  void client.mutate('item.add', { _id: v7(), listId, text: value }).then(() => form.reset())
})
client.subscribe(() => (element('output').textContent = saidOf(client.status())))
liveQuery(() => client.db.items.toArray()).subscribe((items) => element('ul').replaceChildren(...items.map(lineOf)))

function lineOf({ _id, text, isBought }: Item): HTMLLIElement {
  const line = document.createElement('li')
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: isBought })
  box.addEventListener('change', () => void client.mutate('item.tick', { _id, listId, isBought: box.checked }))
  const remove = Object.assign(document.createElement('button'), { textContent: 'Remove', ariaLabel: `Remove ${text}` })
  remove.addEventListener('click', () => void client.mutate('item.remove', { _id, listId }))
  const label = document.createElement('label')
  label.append(box, ` ${text} `)
  line.append(label, remove)
  return line
}

function saidOf({ state, pending }: { state: string; pending: number }): string {
  return pending === 0 ? 'Everything is on the server.' : `${pending} on this device only (${state}).`
}

function element<Wanted extends HTMLElement>(selector: string): Wanted {
  const found = document.querySelector<Wanted>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

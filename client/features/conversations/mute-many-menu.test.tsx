// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { v7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { MuteManyMenu } from './mute-many-menu.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))

test('a fan mutes messages to many and takes them again without one in sight', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  engine.sync = await syncWithoutLine()
  const person = { _id: v7(), name: 'Ada Ek', username: 'ada', avatar: null, isPerformer: true }
  const conversationId = conversationIdOf(engine.sync.inside.replica.account, person._id)
  await engine.sync.mutate('conversation.open', { conversationId, recipient: person })
  render(
    <I18nProvider i18n={i18n}>
      <main>
        <MuteManyMenu person={person} />
      </main>
    </I18nProvider>,
  )
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'More about Ada Ek' }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
  const isMuted = async () => (await engine.sync.db.conversations.get(conversationId))?.mutesMany ?? false
  await choose('Mute messages to many')
  await waitFor(async () => expect(await isMuted()).toBe(true))
  await choose('Take messages to many')
  await waitFor(async () => expect(await isMuted()).toBe(false))
})

// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { SyncContext } from '../../../core/sync/sync-provider.tsx'
import { rememberChosen } from '../../../entities/library/chosen-files.ts'
import { fileRecord } from '../../../testing/file-record.ts'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import { PendingFiles } from './pending-files.tsx'

vi.mock(import('../../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => ({ _id: 'me' }) as never,
}))

afterEach(cleanup)

test('files of the library in a message that waits are shown as they were chosen', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const sync = await syncWithoutLine()
  const [photo, video] = [v7(), v7()]
  rememberChosen([
    fileRecord({ _id: photo, type: 'photo', thumbnailUrl: '/thumb' }),
    fileRecord({ _id: video, url: '/film' }),
  ])
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <SyncContext value={sync}>
        <PendingFiles fileIds={[photo, video, v7()]} />
      </SyncContext>
    </I18nProvider>,
  )
  const shown = [...container.querySelectorAll('img, video')].map((element) => element.getAttribute('src'))
  expect(shown).toEqual(['/thumb', '/film'])
})

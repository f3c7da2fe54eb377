import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { OpenFileContext } from './open-file-context.ts'

const Lightbox = lazyAgain(async () => (await import('../../../core/media/lightbox/lightbox.tsx')).Lightbox, 'app')

/** Lets the photos of a thread be opened large; what that takes is loaded with the first one. */
export function OpenPhotos({ messages, children }: { messages: Message[]; children: ReactNode }) {
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <OpenFileContext value={setOpenId}>
      {children}
      {openId && (
        <Suspense fallback={null}>
          <Lightbox photos={photosOf(messages)} firstId={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </OpenFileContext>
  )
}

function photosOf(messages: Message[]) {
  const files = messages.flatMap((message) => (message.isDeleted ? [] : message.files))
  return files.filter((file) => file.type === 'photo' && file.status === 'ready')
}

import { Suspense } from 'react'
import type { ComponentProps } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { Comments as Below } from '../../features/comments/comments.tsx'

// A reader sees the thing itself first.
const Comments = lazyAgain(async () => (await import('../../features/comments/comments.tsx')).Comments, 'content')

/** The comments below a thing. */
export function CommentsBelow(props: ComponentProps<typeof Below>) {
  return (
    <Suspense fallback={null}>
      <Comments {...props} />
    </Suspense>
  )
}

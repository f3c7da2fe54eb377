import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { wordsOfGone } from './unsaved-edit.ts'

/** The way to the words, typed or refused, of posts that are gone: no list has them. */
export function OrphanedEdits() {
  const sync = useSync()
  const found = useLiveQuery(() => wordsOfGone(sync).catch(() => []), [sync])
  return found?.map(({ postId, text }) => (
    <Notice key={postId} tone="warning" className="grid justify-items-start gap-1">
      <p>
        <Trans>Unsaved text of a removed post:</Trans>
      </p>
      <Link to="/creator/studio/posts/$postId" params={{ postId }} className={cx(textLinkClass, 'max-w-full')}>
        <span dir="auto" className="truncate">
          {text}
        </span>
      </Link>
    </Notice>
  ))
}

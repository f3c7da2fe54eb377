import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import type { Promo } from '@vesper/sync/vesper/api/promos.ts'
import { X } from 'lucide-react'
import { buttonClass } from '../../ui/controls/button.tsx'

type Props = {
  promo: Pick<Promo, 'title' | 'text' | 'picture' | 'link'>
  /** Undefined where there is nothing to dismiss. */
  onDismiss?: () => void
}

/** An announcement of the site. */
export function PromoCard({ promo: { title, text, picture, link }, onDismiss }: Props) {
  const { t } = useLingui()
  return (
    <article className="flex items-start gap-3 rounded-card border border-line bg-accent-soft p-4 shadow-card">
      {picture && <img src={sizedUrl(picture, 160)} alt="" className="size-16 shrink-0 rounded-control object-cover" />}
      <div className="grid min-w-0 flex-1 grid-cols-1 justify-items-start gap-1">
        <h2 dir="auto" className="font-bold [overflow-wrap:anywhere]">
          {title}
        </h2>
        {text && (
          <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
            {text}
          </p>
        )}
        {link && <More link={link} title={title} />}
      </div>
      {onDismiss && (
        <button
          type="button"
          aria-label={t`Dismiss: ${title}`}
          onClick={onDismiss}
          className="-me-2 -mt-2 grid size-target shrink-0 place-items-center rounded-full text-muted"
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </article>
  )
}

function More({ link, title }: { link: string; title: string }) {
  const { t } = useLingui()
  const shared = { 'aria-label': t`Learn more: ${title}`, className: buttonClass('secondary', 'mt-2 px-4') }
  if (link.startsWith('/')) {
    return (
      <Link to={link} {...shared}>
        <Trans>Learn more</Trans>
      </Link>
    )
  }
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" {...shared}>
      <Trans>Learn more</Trans>
    </a>
  )
}

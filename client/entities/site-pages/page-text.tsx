import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { pageBlocks } from './page-blocks.ts'
import type { Block, Span } from './page-blocks.ts'

/** The text of a site page. */
export function PageText({ body }: { body: string }) {
  const blocks = useMemo(() => pageBlocks(body), [body])
  return blocks.map((block, place) => <OneBlock key={place} block={block} />)
}

function OneBlock({ block }: { block: Block }) {
  if (block.kind === 'list') {
    return (
      <ul className="grid list-disc gap-2 ps-6">
        {block.items.map((spans, place) => (
          <li key={place}>
            <Spans spans={spans} />
          </li>
        ))}
      </ul>
    )
  }
  if (block.kind === 'heading') {
    return (
      <h2 className="mt-4 text-lg font-bold">
        <Spans spans={block.spans} />
      </h2>
    )
  }
  return (
    <p>
      <Spans spans={block.spans} />
    </p>
  )
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map(({ text, href }, place) => {
    if (href === undefined) return text
    if (href.startsWith('/')) {
      return (
        <Link key={place} to={href} className={textLinkClass}>
          {text}
        </Link>
      )
    }
    return (
      <a key={place} href={href} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
        {text}
      </a>
    )
  })
}

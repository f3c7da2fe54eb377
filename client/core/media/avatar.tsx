import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import { cx } from '../../ui/cx.ts'
import { firstGrapheme } from '../../ui/text/graphemes.ts'
import { useImageRetry } from './use-image-retry.ts'

const sizes = {
  sm: 'size-9 text-xs',
  md: 'size-12 text-base',
  lg: 'size-16 text-lg',
  xl: 'size-28 text-2xl',
} as const

type Props = {
  name: string
  src: string | null
  size?: keyof typeof sizes
  className?: string
  /** Decorative unless named: the name usually stands beside it. */
  alt?: string
}

/** A person's picture, or the initials on a colour of their own where there is none (or none within reach). */
export function Avatar({ name, src, size = 'md', className, alt = '' }: Props) {
  const [isMissing, onMissing] = useImageRetry(src)
  const picture = isMissing ? null : src
  return (
    <span
      className={cx(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-white',
        sizes[size],
        className,
      )}
      style={picture ? undefined : { background: backgroundOf(name) }}
      {...(alt && !picture ? { role: 'img', 'aria-label': alt } : {})}
    >
      {picture ? (
        <img
          src={size === 'xl' ? picture : sizedUrl(picture, 160)}
          alt={alt}
          loading="lazy"
          decoding="async"
          className="size-full bg-raised object-cover"
          onError={onMissing}
        />
      ) : (
        // Drawn, not written: they are no words of a button's name.
        <span aria-hidden="true" data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      )}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => firstGrapheme(word ?? ''))
    .join('')
    .toLocaleUpperCase()
}

/** Hues of dusk, dark enough for white initials. */
function backgroundOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  const hue = 235 + (hash % 125)
  return `linear-gradient(140deg, oklch(0.52 0.15 ${hue}), oklch(0.38 0.13 ${hue - 30}))`
}

import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

type Props = {
  /** Over the picture that fills the screen: at its foot, and at one side where there is room. */
  isOver: boolean
  className?: string
  children: ReactNode
}

/** The place of the chat. One element stays through full screen and back, so that a line under way is not lost. */
export function ChatPanel({ isOver, className, children }: Props) {
  return (
    <div
      className={cx(
        'flex min-h-0 flex-col overflow-hidden',
        isOver
          ? 'absolute start-0 bottom-0 h-[min(55%,24rem)] w-full max-w-[26rem] bg-linear-to-tr from-[#000c] via-[#0006] to-[#0000] rtl:bg-linear-to-tl'
          : cx('bg-surface', className),
      )}
    >
      {children}
    </div>
  )
}

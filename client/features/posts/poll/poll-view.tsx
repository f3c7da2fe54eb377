import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PostPoll } from '@vesper/sync/vesper/records/post.ts'
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { timeLeft } from './poll-state.ts'
import type { PollState } from './poll-state.ts'
import { usePicks } from './use-picks.ts'

type Props = {
  poll: PostPoll
  state: PollState
  /** Null where the viewer cannot vote, or has voted. `keptAs` names the viewer and the post. */
  vote: { keptAs: string; isBusy: boolean; send: (options: number[]) => void } | null
  /** How far the vote has come. */
  children?: ReactNode
}

/** A question: options to choose from, then bars with numbers once the viewer may know them. */
export function PollView({ poll, state, vote, children }: Props) {
  const questionId = useId()
  const { counts, isOver } = state
  return (
    <div role="group" aria-labelledby={questionId} className="grid gap-3 px-4 pb-4">
      <p id={questionId} dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {poll.question}
      </p>
      {vote ? (
        <Ballot poll={poll} vote={vote} />
      ) : counts ? (
        <Results poll={poll} state={state} counts={counts} />
      ) : (
        <Options poll={poll} chosen={state.chosen} />
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <Standing state={state} />
        {isOver && (
          <strong className="font-semibold text-ink">
            <Trans>This poll has ended</Trans>
          </strong>
        )}
        <span role="status" className="empty:hidden">
          {children}
        </span>
      </p>
    </div>
  )
}

function Standing({ state: { voters, leftMs, isOver } }: { state: PollState }) {
  const { i18n } = useLingui()
  if (leftMs === null || isOver) {
    return (
      <span>
        <Plural value={voters} one="# vote" other="# votes" />
      </span>
    )
  }
  const time = timeLeft(leftMs, i18n.locale)
  return (
    <span>
      <Plural value={voters} one={`# vote, ${time} left`} other={`# votes, ${time} left`} />
    </span>
  )
}

const rowClass = 'relative flex min-h-target items-center gap-3 overflow-hidden rounded-control px-3 py-2 text-sm'

function Ballot({ poll, vote }: { poll: PostPoll; vote: NonNullable<Props['vote']> }) {
  const name = useId()
  const [chosen, setChosen] = usePicks(vote.keptAs)
  const isMultiple = poll.isMultiple === true
  const toggle = (option: number) =>
    setChosen(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option])
  return (
    <>
      <ul role="list" className="grid gap-1.5">
        {poll.options.map((option, index) => (
          <li key={option}>
            <label className={cx(rowClass, 'cursor-pointer bg-raised hover:bg-overlay')}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={name}
                checked={chosen.includes(index)}
                onChange={() => (isMultiple ? toggle(index) : setChosen([index]))}
                className="size-5 shrink-0 accent-accent"
              />
              <span dir="auto" className="[overflow-wrap:anywhere]">
                {option}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="secondary"
          busy={vote.isBusy}
          disabled={chosen.length === 0}
          onClick={() => vote.send(chosen.toSorted((a, b) => a - b))}
        >
          <Trans>Vote</Trans>
        </Button>
        {isMultiple && (
          <span className="text-sm text-muted">
            <Trans>You can choose several answers.</Trans>
          </span>
        )}
      </div>
    </>
  )
}

/** The options while their numbers are not known. */
function Options({ poll, chosen }: { poll: PostPoll; chosen: readonly number[] }) {
  return (
    <>
      <ul role="list" className="grid gap-1.5">
        {poll.options.map((option, index) => (
          <li key={option} className={cx(rowClass, 'bg-raised')}>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {option}
            </span>
            {chosen.includes(index) && <OwnChoice />}
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <p className="text-sm text-muted">
          <Trans>The results appear when your vote has been sent.</Trans>
        </p>
      )}
    </>
  )
}

type ResultsProps = { poll: PostPoll; state: PollState; counts: readonly number[] }

function Results({ poll, state: { chosen, voters }, counts }: ResultsProps) {
  const { t, i18n } = useLingui()
  return (
    <ul role="list" aria-label={t`Results`} className="grid gap-1.5">
      {poll.options.map((option, index) => {
        const votes = counts[index] ?? 0
        const share = voters > 0 ? votes / voters : 0
        return (
          <li key={option} className={cx(rowClass, 'bg-raised')}>
            <span
              aria-hidden="true"
              className="absolute inset-y-0 start-0 bg-accent-soft transition-[width] duration-300"
              style={{ width: `${100 * share}%` }}
            />
            <span dir="auto" className="relative min-w-0 [overflow-wrap:anywhere]">
              {option}
            </span>
            {chosen.includes(index) && <OwnChoice />}
            <span className="relative ms-auto shrink-0 font-semibold tabular-nums">
              {i18n.number(share, { style: 'percent', maximumFractionDigits: 0 })}
            </span>
            <span className="relative shrink-0 text-muted tabular-nums">
              <Plural value={votes} one="# vote" other="# votes" />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function OwnChoice() {
  const { t } = useLingui()
  return <Check role="img" aria-label={t`Your choice`} className="relative size-5 shrink-0 text-accent-ink" />
}

import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { RefObject } from 'react'
import { dataBudget } from '../../data-budget/data-budget.ts'
import { $reducedData } from '../../preferences/model.ts'
import type { PlayableVideo } from '../playable-video.ts'
import type { Playback } from '../playback/use-playback.ts'
import { useSteadySource } from '../playback/use-steady-source.ts'
import { isLineSlow, tellsLineSpeed } from '../use-data-saver-image.ts'
import { firstQuality, qualitiesOf } from './qualities.ts'
import type { Quality } from './qualities.ts'

export type Source = {
  src: string
  qualities: readonly Quality[]
  quality: Quality
  choose: (name: string) => void
  /** Loads what has failed once more and plays it, from the device where a copy is kept. */
  tryAgain: () => void
}

type Of = { file: PlayableVideo; keptUrl: string | null; state: Playback }

/** The address that plays. The quality is the one that suits the connection when the player opens, until another is chosen. */
export function useSource(video: RefObject<HTMLVideoElement | null>, { file, keptUrl, state }: Of): Source {
  const qualities = qualitiesOf(file, keptUrl)
  const isReduced = useUnit($reducedData)
  const [chosen, setChosen] = useState(() => {
    const isSparing = isReduced || dataBudget.state().isSpent || (tellsLineSpeed() && isLineSlow())
    return firstQuality(qualities, isSparing)?.name ?? 'original'
  })
  const quality = qualities.find(({ name }) => name === chosen) ?? { name: 'original' as const, url: file.url }
  const { src, tryAgain } = useSteadySource(video, quality.url, state)
  return {
    ...{ src, qualities, quality },
    choose: (name) => setChosen(qualities.find((known) => known.name === name)?.name ?? chosen),
    tryAgain: () => {
      if (keptUrl !== null) setChosen('kept')
      tryAgain()
    },
  }
}

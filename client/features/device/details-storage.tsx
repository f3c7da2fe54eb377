import { useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { useEffect, useState } from 'react'
import { bytes } from '../../ui/text/format-bytes.ts'
import { numberFormat } from '../../ui/text/number-format.ts'
import { Fact, Facts } from './stat-list.tsx'

type Usage = Record<string, number>

/** Rows of each collection, and bytes of each kind where the browser tells them apart. */
export function DetailsStorage({ rows }: Pick<Health, 'rows'>) {
  const { i18n } = useLingui()
  const usage = useUsage()
  const number = (value: number) => numberFormat(i18n.locale).format(value)
  return (
    <Facts>
      {Object.entries(rows).map(([collection, count]) => (
        <Fact key={collection} name={<code dir="ltr">{collection}</code>}>
          {number(count)}
        </Fact>
      ))}
      {Object.entries(usage).map(([kind, size]) => (
        <Fact key={kind} name={<code dir="ltr">{kind}</code>}>
          {bytes(size, i18n.locale)}
        </Fact>
      ))}
    </Facts>
  )
}

/** Chromium tells it; elsewhere there is nothing to show. */
function useUsage(): Usage {
  const [usage, setUsage] = useState<Usage>({})
  useEffect(() => {
    const storage: StorageManager | undefined = navigator.storage
    const reading = storage?.estimate() as Promise<{ usageDetails?: Usage }> | undefined
    reading?.then(({ usageDetails = {} }) => setUsage(usageDetails)).catch(() => {})
  }, [])
  return usage
}

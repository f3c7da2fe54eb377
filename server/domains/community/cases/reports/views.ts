import type { Report as ReportView } from '@vesper/sync/vesper/api/reports.ts'
import type { Report } from './entity.ts'

export function reportView({ id, state }: Report): ReportView {
  return { _id: id, state }
}

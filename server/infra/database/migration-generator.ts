import type { MigrationDiff } from '@mikro-orm/core'
import { TSMigrationGenerator } from '@mikro-orm/migrations'

const ROUTINE = /^(?:drop function if exists|create or replace function) "(\w+)"/

/**
 * MikroORM takes every stored function for changed on the way down. It would drop functions that indexes need, and fail.
 * This generator keeps the statements for functions that `up` touches, too.
 */
export class MigrationGenerator extends TSMigrationGenerator {
  override generateMigrationFile(className: string, { up, down }: MigrationDiff): string {
    const touched = new Set(up.flatMap((statement) => ROUTINE.exec(statement)?.[1] ?? []))
    const kept = down.filter((statement) => {
      const routine = ROUTINE.exec(statement)?.[1]
      return routine === undefined || touched.has(routine)
    })
    return super.generateMigrationFile(className, { up, down: withoutLooseGaps(kept) })
  }
}

/** Statements with single gaps, the blank lines between groups, and none at the end. */
function withoutLooseGaps(statements: readonly string[]): string[] {
  return statements.filter((statement, place) => statement !== '' || (statements[place + 1] ?? '') !== '')
}

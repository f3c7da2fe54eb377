import { Migration } from '@mikro-orm/migrations'

const TABLES = [
  { table: 'entitlement', types: ['feed', 'gallery', 'photo', 'video', 'product'] },
  { table: 'reaction', types: ['feed', 'gallery', 'photo', 'video', 'product', 'performer'] },
] as const

export class Migration20261126071001_asset_kinds extends Migration {
  override name = 'Migration20261126071001_asset_kinds'

  override up(): void | Promise<void> {
    for (const { table, types } of TABLES) this.allow(table, types)
  }

  override down(): void | Promise<void> {
    for (const { table } of TABLES) {
      this.addSql(`delete from "${table}" where "object_type" <> 'feed';`)
      this.allow(table, ['feed'])
    }
  }

  private allow(table: string, types: readonly string[]): void {
    const list = types.map((type) => `'${type}'`).join(', ')
    this.addSql(`alter table "${table}" drop constraint "${table}_object_type_check";`)
    this.addSql(
      `alter table "${table}" add constraint "${table}_object_type_check" check ("object_type" in (${list}));`,
    )
  }
}

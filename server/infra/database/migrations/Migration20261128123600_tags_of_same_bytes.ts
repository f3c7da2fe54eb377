import { Migration } from '@mikro-orm/migrations'

/** Files with the same bytes have the same tags: later copies began without them. */
export class Migration20261128123600_tags_of_same_bytes extends Migration {
  override name = 'Migration20261128123600_tags_of_same_bytes'

  override up(): void | Promise<void> {
    this.addSql(
      `update "file" f set "tags" = s."tags" from "file" s where s."owner_id" = f."owner_id" and s."hash" = f."hash" and f."tags" = '{}' and s."tags" <> '{}';`,
    )
  }

  override down(): void | Promise<void> {}
}

import { Migration } from '@mikro-orm/migrations'

/** A file may have several holders: they become part of the key. */
export class Migration20261128075206_several_holders extends Migration {
  override name = 'Migration20261128075206_several_holders'

  override up(): void | Promise<void> {
    this.addSql(`alter table "attachment" drop constraint "attachment_pkey";`)
    this.addSql(`alter table "attachment" add primary key ("file_id", "role", "holder_type", "holder_id");`)
  }

  override down(): void | Promise<void> {
    // An older server knows one holder of a file: what people have read or bought keeps it before a draft does.
    this.addSql(
      `delete from "attachment" a using "attachment" b where a."file_id" = b."file_id" and a."role" = b."role" and (case a."holder_type" when 'message' then 0 when 'post' then 1 when 'asset' then 2 else 3 end, a."holder_id") > (case b."holder_type" when 'message' then 0 when 'post' then 1 when 'asset' then 2 else 3 end, b."holder_id");`,
    )
    this.addSql(`alter table "attachment" drop constraint "attachment_pkey";`)
    this.addSql(`alter table "attachment" add primary key ("file_id", "role");`)
  }
}

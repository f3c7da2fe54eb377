import { Migration } from '@mikro-orm/migrations'

/** The mark of a hidden file names the thing that staff hid, so that it ends with that. */
export class Migration20261128122723_hidden_files extends Migration {
  override name = 'Migration20261128122723_hidden_files'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "hidden_file" ("file_id" uuid not null, "hidden_by" uuid not null, "owner_id" uuid not null, "hash" varchar(64) null, primary key ("file_id", "hidden_by"));`,
    )
    this.addSql(`create index "hidden_file_owner_id_hash_index" on "hidden_file" ("owner_id", "hash");`)
    this.addSql(`create index "hidden_file_hidden_by_index" on "hidden_file" ("hidden_by");`)
    // The thing that let such a file go is not known any more: its mark stays.
    this.addSql(
      `insert into "hidden_file" ("file_id", "hidden_by", "owner_id", "hash") select "id", "id", "owner_id", "hash" from "file" where "is_hidden";`,
    )
    this.addSql(`alter table "file" drop column "is_hidden";`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "file" add "is_hidden" bool not null default false;`)
    this.addSql(`update "file" set "is_hidden" = true where "id" in (select "file_id" from "hidden_file");`)
    this.addSql(`drop table if exists "hidden_file" cascade;`)
  }
}

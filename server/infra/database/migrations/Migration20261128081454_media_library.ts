import { Migration } from '@mikro-orm/migrations'

/** Files get a hash and their owner's tags, for the library. */
export class Migration20261128081454_media_library extends Migration {

  override name = 'Migration20261128081454_media_library';

  override up(): void | Promise<void> {
    this.addSql(`drop index "file_owner_id_index";`);
    this.addSql(`alter table "file" add "hash" varchar(64) null, add "tags" text[] not null default '{}';`);
    this.addSql(`create index "file_owner_id_created_at_id_index" on "file" ("owner_id", "created_at", "id");`);
    this.addSql(`create index "file_owner_id_hash_index" on "file" ("owner_id", "hash");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "file_owner_id_created_at_id_index";`);
    this.addSql(`drop index "file_owner_id_hash_index";`);
    this.addSql(`alter table "file" drop column "hash", drop column "tags";`);
    this.addSql(`create index "file_owner_id_index" on "file" ("owner_id");`);
  }

}

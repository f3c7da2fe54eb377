import { Migration } from '@mikro-orm/migrations';

export class Migration20261129063615_user_notes extends Migration {

  override name = 'Migration20261129063615_user_notes';

  override up(): void | Promise<void> {
    this.addSql(`create table "user_note" ("id" uuid not null, "user_id" uuid not null, "author_id" uuid not null, "text" text not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "user_note_user_id_created_at_index" on "user_note" ("user_id", "created_at");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "user_note" cascade;`);
  }

}

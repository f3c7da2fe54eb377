import { Migration } from '@mikro-orm/migrations';

export class Migration20261129071325_bulk extends Migration {

  override name = 'Migration20261129071325_bulk';

  override up(): void | Promise<void> {
    this.addSql(`create table "bulk" ("id" uuid not null, "actor_id" uuid not null, "action" text not null, "clause" text not null, "facts" text not null, "items" jsonb not null, "state" text not null default 'previewed', "undo_until" timestamptz null, "created_at" timestamptz not null, primary key ("id"));`);

    this.addSql(`alter table "bulk" add constraint "bulk_action_check" check ("action" in ('none', 'hide'));`);
    this.addSql(`alter table "bulk" add constraint "bulk_clause_check" check ("clause" in ('law', 'minors', 'consent', 'impersonation', 'harassment', 'hate', 'violence', 'self-harm', 'fraud', 'spam', 'copyright', 'privacy', 'other'));`);
    this.addSql(`alter table "bulk" add constraint "bulk_state_check" check ("state" in ('previewed', 'running', 'done', 'undone'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "bulk" cascade;`);
  }

}

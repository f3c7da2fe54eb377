import { Migration } from '@mikro-orm/migrations'

export class Migration20261126014514_reports extends Migration {
  override name = 'Migration20261126014514_reports'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "report" ("id" uuid not null, "reporter_id" uuid not null, "object_type" text not null, "object_id" uuid not null, "target_user_id" uuid not null, "category" text not null, "text" text not null, "snapshot" jsonb not null, "state" text not null default 'open', "decision" text null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "report_state_created_at_index" on "report" ("state", "created_at");`)
    this.addSql(`create index "report_object_type_object_id_index" on "report" ("object_type", "object_id");`)
    this.addSql(`create index "report_target_user_id_index" on "report" ("target_user_id");`)

    this.addSql(
      `alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'message', 'performer', 'user'));`,
    )
    this.addSql(
      `alter table "report" add constraint "report_category_check" check ("category" in ('illegal', 'minor', 'non-consensual', 'impersonation', 'spam', 'copyright', 'other'));`,
    )
    this.addSql(
      `alter table "report" add constraint "report_state_check" check ("state" in ('open', 'triaged', 'actioned', 'appealed', 'upheld', 'reversed'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "report" cascade;`)
  }
}

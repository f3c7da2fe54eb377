import { Migration } from '@mikro-orm/migrations'

export class Migration20261126054000_unconfirmed_email extends Migration {
  override name = 'Migration20261126054000_unconfirmed_email'

  override up(): void | Promise<void> {
    this.addSql(`alter table "one_time_token" add "used_by" varchar(64) null;`)
    // "email" is a confirmed address from now on. Its owner still logs in with it, see "sessions/login.ts".
    this.addSql(
      `update "user" set "pending_email" = "email", "email" = null where "email" is not null and "email_verified_at" is null;`,
    )
    this.addSql(`create index "user_pending_email_index" on "user" ("pending_email");`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "user_pending_email_index";`)
    // Several accounts may want one address: the oldest gets it, where nobody has confirmed it.
    this.addSql(
      `update "user" set "email" = "pending_email", "pending_email" = null where "id" in (
        select distinct on ("pending_email") "id" from "user" wanting
        where "email" is null and not exists (select 1 from "user" owner where owner."email" = wanting."pending_email")
        order by "pending_email", "created_at", "id"
      );`,
    )
    this.addSql(`alter table "one_time_token" drop column "used_by";`)
  }
}

import { Migration } from '@mikro-orm/migrations'

/** Two more kinds of links; an address that waits for its confirmation beside the one that holds. */
export class Migration20261126043000_pending_email extends Migration {
  override name = 'Migration20261126043000_pending_email'

  override up(): void | Promise<void> {
    this.addSql(`alter table "one_time_token" drop constraint "one_time_token_purpose_check";`)
    this.addSql(
      `alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in ('verify-email', 'reset-password', 'log-in', 'undo-email'));`,
    )
    this.addSql(`alter table "user" add "pending_email" varchar(254) null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "user" drop column "pending_email";`)
    this.addSql(`delete from "one_time_token" where "purpose" in ('log-in', 'undo-email');`)
    this.addSql(`alter table "one_time_token" drop constraint "one_time_token_purpose_check";`)
    this.addSql(
      `alter table "one_time_token" add constraint "one_time_token_purpose_check" check ("purpose" in ('verify-email', 'reset-password'));`,
    )
  }
}

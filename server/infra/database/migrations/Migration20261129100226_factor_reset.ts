import { Migration } from '@mikro-orm/migrations';

export class Migration20261129100226_factor_reset extends Migration {

  override name = 'Migration20261129100226_factor_reset';

  override up(): void | Promise<void> {
    this.addSql(`create table "factor_reset" ("id" uuid not null, "user_id" uuid not null, "state" text not null, "password" varchar(64) not null, "asked_at" timestamptz not null, "due_at" timestamptz not null, "mails" int not null default 1, "ended_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create unique index "factor_reset_waiting" on "factor_reset" ("user_id") where "state" = 'waiting';`);
    this.addSql(`create index "factor_reset_user_id_asked_at_index" on "factor_reset" ("user_id", "asked_at");`);

    this.addSql(`alter table "factor_reset" add constraint "factor_reset_state_check" check ("state" in ('waiting', 'stopped', 'done'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "factor_reset" cascade;`);
  }

}

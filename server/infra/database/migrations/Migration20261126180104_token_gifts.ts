import { Migration } from '@mikro-orm/migrations';

export class Migration20261126180104_token_gifts extends Migration {

  override name = 'Migration20261126180104_token_gifts';

  override up(): void | Promise<void> {
    this.addSql(`create table "token_gift" ("id" uuid not null, "user_id" uuid not null, "tokens" int not null, "expires_at" timestamptz not null, "noticed_at" timestamptz null, "expired_tokens" int null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "token_gift_user_index" on "token_gift" ("user_id") where expired_tokens is null;`);
    this.addSql(`create index "token_gift_due_index" on "token_gift" ("expires_at") where expired_tokens is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "token_gift" cascade;`);
  }
}

import { Migration } from '@mikro-orm/migrations';

export class Migration20261128031335_tickets_due extends Migration {

  override name = 'Migration20261128031335_tickets_due';

  override up(): void | Promise<void> {
    this.addSql(`alter table "stream" add "tickets_due" text null;`);
    this.addSql(`create index "stream_tickets_due_index" on "stream" ("tickets_due") where tickets_due is not null;`);
    this.addSql(`alter table "stream" add constraint "stream_tickets_due_check" check ("tickets_due" in ('all', 'blocked'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "stream_tickets_due_index";`);
    this.addSql(`alter table "stream" drop constraint "stream_tickets_due_check";`);
    this.addSql(`alter table "stream" drop column "tickets_due";`);
  }

}

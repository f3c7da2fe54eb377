import { Migration } from '@mikro-orm/migrations';

export class Migration20261126175419_hidden_content extends Migration {

  override name = 'Migration20261126175419_hidden_content';

  override up(): void | Promise<void> {
    this.addSql(`alter table "comment" drop constraint "comment_status_check";`);
    this.addSql(`alter table "comment" add constraint "comment_status_check" check ("status" in ('visible', 'hidden', 'deleted'));`);

    this.addSql(`alter table "message" add "is_hidden" boolean not null default false;`);

    this.addSql(`alter table "post" drop constraint "post_status_check";`);
    this.addSql(`alter table "post" add constraint "post_status_check" check ("status" in ('processing', 'scheduled', 'published', 'archived', 'hidden', 'removed'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "comment" drop constraint "comment_status_check";`);
    this.addSql(`alter table "comment" add constraint "comment_status_check" check ("status" in ('visible', 'deleted'));`);

    this.addSql(`alter table "message" drop column "is_hidden";`);

    this.addSql(`alter table "post" drop constraint "post_status_check";`);
    this.addSql(`alter table "post" add constraint "post_status_check" check ("status" in ('processing', 'scheduled', 'published', 'archived', 'removed'));`);
  }

}
